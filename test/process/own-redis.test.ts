import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sendTo } from '../../packages/stores/test/redis-harness.ts'
import { startRedis } from '../../packages/stores/test/redis-server.ts'

describe('the Redis that a server of Turnwise works on', () => {
  it('[S4.4] is never emptied or filled by the benchmark, which starts its own', async () => {
    const production = await startRedis()
    onTestFinished(() => production.close())
    await sendTo(production.url, ['SET', 'conversation', 'somebody’s'])
    const child = spawn(
      process.execPath,
      [
        '--conditions=@turnwise/source',
        'benchmarks/run.ts',
        'turns',
        '--capacity',
        '--quick',
        '--json'
      ],
      { env: { ...process.env, REDIS_URL: production.url }, stdio: ['ignore', 'pipe', 'inherit'] }
    )
    const said = text(child.stdout)
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    // Control: it has emptied and filled the one of its own.
    expect(JSON.parse(await said)).toMatchObject({ bench: 'turns --capacity' })
    expect(await sendTo(production.url, ['GET', 'conversation'], ['DBSIZE'])).toEqual([
      'somebody’s',
      1
    ])
  })
})
