import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RedisSettings, startRedis } from '../../packages/stores/test/redis-server.ts'

const password = 's3cr@t/word'

/** What a server says that cannot start on a Redis with these settings. */
const refusal = async (
  settings: RedisSettings,
  { secret = password, database = 0 } = {}
): Promise<string> => {
  const redis = await startRedis(settings)
  onTestFinished(() => redis.close())
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-refusal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@turnwise/source', 'packages/server/src/main.ts'],
    {
      encoding: 'utf8',
      timeout: 30_000,
      env: {
        ...process.env,
        STORE: 'redis',
        REDIS_URL: `redis://:${encodeURIComponent(secret)}@127.0.0.1:${redis.port}/${database}`,
        TURNWISE_DATA: folder,
        PORT: '0',
        LOG_LEVEL: 'silent'
      }
    }
  )
  expect(status).toBe(1)
  expect(stderr).not.toContain(secret)
  expect(stderr).not.toContain(encodeURIComponent(secret))
  return stderr
}

describe('a server whose Redis refuses it', () => {
  it('[S4.4] says what Redis said', async () => {
    expect(await refusal({ requirepass: password }, { database: 99 })).toContain(
      'REDIS_URL: Redis answers with an error: ERR DB index is out of range'
    )
    expect(await refusal({ requirepass: password }, { secret: 'wr@ng' })).toContain(
      'REDIS_URL: Redis refuses the password'
    )
  })

  it('[S4.4] does not repeat the password when Redis does', async () => {
    // A command that Redis does not know it repeats with its arguments.
    expect(await refusal({ 'rename-command HELLO': 'SIGN-IN' })).toContain(
      "Redis answers with an error: ERR unknown command 'HELLO'\n"
    )
  })
})
