import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { redisStore } from '@turnwise/stores/redis'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort, startRedis } from './redis-server.ts'
import { granted } from './turns.ts'

const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined

describe.skipIf(withoutOpenssl)('a store on Redis behind TLS', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnwise-tls-'))
    makeCertificate(folder)
    return () => rmSync(folder, { recursive: true, force: true })
  })

  const startWithTls = async (): Promise<string> => {
    const port = await freePort()
    const server = await startRedis({
      'tls-port': port,
      'tls-cert-file': join(folder, 'server.crt'),
      'tls-key-file': join(folder, 'server.key'),
      'tls-ca-cert-file': join(folder, 'authority.crt'),
      'tls-auth-clients': 'no',
      requirepass: 'secret'
    })
    onTestFinished(() => server.close())
    return `rediss://:secret@localhost:${port}`
  }

  it('[S4.4] is opened where the authority behind the certificate is known, and not elsewhere', async () => {
    const url = await startWithTls()
    await expect(redisStore({ url })).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: 'Redis cannot be reached.'
    })

    const known = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(known))
    setDefaultCACertificates([...known, readFileSync(join(folder, 'authority.crt'), 'utf8')])
    const store = await redisStore({ url })
    onTestFinished(() => store.close())
    expect((await granted(store, 'a')).base).toBe(0)
  })
})

/** A certificate for localhost, by an authority that only this test knows. */
function makeCertificate(folder: string): void {
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost')
  openssl(
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=authority'],
    ...['-keyout', 'authority.key', '-out', 'authority.crt']
  )
  openssl(
    ...['req', ...newKey, '-subj', '/CN=localhost'],
    ...['-keyout', 'server.key', '-out', 'server.csr']
  )
  openssl(
    ...['x509', '-req', '-days', '2', '-in', 'server.csr', '-extfile', 'names'],
    ...['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial', '-out', 'server.crt']
  )
}
