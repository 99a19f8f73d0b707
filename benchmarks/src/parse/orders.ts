import { array, boolean, enum as choice, int, nullable, number, object, string } from 'zod'
import { createRandom, pick, sentence } from './sample-text.ts'

const STATES = ['open', 'paid', 'sent', 'returned'] as const

/** What a reply of an ordering agent holds. */
export const Orders = object({
  orders: array(
    object({
      id: string(),
      state: choice(STATES),
      customer: object({ name: string(), vip: boolean(), note: nullable(string()) }),
      lines: array(object({ product: string(), quantity: int(), price: number() })),
      remark: string()
    })
  )
})

type Order = (typeof Orders)['_output']['orders'][number]

/** Orders whose compact JSON is about `length` units long, and never longer. */
export function ordersOfLength(length: number): (typeof Orders)['_output'] {
  const random = createRandom(42)
  const orders: Order[] = []
  let size = '{"orders":[]}'.length
  for (;;) {
    const order = orderOf(random, orders.length)
    size += JSON.stringify(order).length + 1
    if (size > length && orders.length > 0) return { orders }
    orders.push(order)
  }
}

function orderOf(random: () => number, index: number): Order {
  return {
    id: `order-${index}`,
    state: pick(random, STATES),
    customer: {
      name: sentence(random, 2),
      vip: random() < 0.3,
      note: random() < 0.5 ? null : sentence(random, 6)
    },
    lines: Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      product: sentence(random, 3),
      quantity: 1 + Math.floor(random() * 9),
      price: Math.round(random() * 10_000) / 100
    })),
    remark: `${sentence(random, 8)}\n${sentence(random, 5)} "quoted"`
  }
}
