// One contestant in a process of its own: what it breaks is this process and nothing else.

import type { Host, Place } from './contestant.ts'
import { CONTESTANTS, type ContestantName } from './contestants/index.ts'
import { openFloor } from './floors/index.ts'
import type { Answer, Breakage, Task } from './task.ts'
import { crowd } from './work/crowd.ts'
import { die, retry } from './work/death.ts'
import { measureLatency } from './work/latency.ts'
import { sendNext } from './work/send-next.ts'
import { measureThroughput } from './work/throughput.ts'

// Whoever asked is gone: nobody waits for the answer.
process.once('disconnect', () => process.exit())
process.once('message', (errand: { name: ContestantName; place: Place; task: Task }) => {
  void run(errand)
    .catch(({ message }: Error): Breakage => ({ kind: 'error', why: message.slice(0, 200) }))
    .then(tell)
    .then(() => process.exit())
})

async function run(errand: {
  readonly name: ContestantName
  readonly place: Place
  readonly task: Task
}): Promise<Answer> {
  const { place, task } = errand
  const contestant = await CONTESTANTS[errand.name]()
  const host = await contestant.open(place)
  const floor = await openFloor(contestant.store, place)
  const answer = await work(host, floor, task)
  await host.close()
  await floor?.close()
  return answer
}

async function work(
  host: Host,
  floor: Awaited<ReturnType<typeof openFloor>>,
  task: Task
): Promise<Answer> {
  switch (task.kind) {
    case 'latency':
      return { kind: 'latency', ...(await measureLatency(host, floor, task)) }
    case 'throughput':
      return { kind: 'throughput', ...(await measureThroughput(host, floor, task)) }
    case 'fill': {
      const conversation = await host.begin()
      for (let turn = 0; turn < task.turns; turn++) await sendNext(host, conversation)
      return { kind: 'filled' }
    }
    case 'crowd':
      return { kind: 'crowd', ...(await crowd(host, task.messages)) }
    case 'die':
      return die(host, task.moment, conversation => tell({ kind: 'dying', conversation }))
    case 'retry':
      return { kind: 'retried', userMessages: await retry(host, task.moment, task.conversation) }
  }
}

function tell(answer: Answer | Breakage): Promise<void> {
  return new Promise(resolve => process.send?.(answer, () => resolve()))
}
