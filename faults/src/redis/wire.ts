import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `up` is towards the server, `down` is back. */
export type Direction = 'up' | 'down'

/**
 * A wire (a TCP proxy) that can be cut. Each direction can be held by itself: what is sent then arrives when the wire
 * is healed, or never. Nobody at its ends is told.
 */
export type Wire = {
  port: number
  /** Holds back what goes in these directions, on connections that are there and on new ones. */
  hold: (...directions: Direction[]) => void
  /** Lets through what was held back, late and in order. */
  deliver: () => void
  /** Breaks every connection, and what was held back is lost. */
  breakOff: () => void
  close: () => Promise<void>
}

type Pipe = { direction: Direction; to: Socket; held: Buffer[] }

/** Opens a wire to a port of this machine. */
export const openWire = async (target: number): Promise<Wire> => {
  const pipes = new Set<Pipe>()
  const sockets = new Set<Socket>()
  const holding = new Set<Direction>()

  const join = (direction: Direction, from: Socket, to: Socket): void => {
    const pipe: Pipe = { direction, to, held: [] }
    pipes.add(pipe)
    sockets.add(from)
    from.on('data', bytes => {
      if (holding.has(direction) || pipe.held.length > 0) pipe.held.push(bytes)
      else to.write(bytes)
    })
    from.on('error', () => {})
    from.on('close', () => {
      pipes.delete(pipe)
      sockets.delete(from)
      // The end of a connection is news, too: it does not get through a wire that is held.
      if (!holding.has(direction)) to.destroy()
    })
  }

  const server = createServer(near => {
    const far = connect(target, '127.0.0.1')
    join('up', near, far)
    join('down', far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakOff = (): void => {
    holding.clear()
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    hold(...directions) {
      for (const direction of directions) holding.add(direction)
    },
    deliver() {
      holding.clear()
      for (const { to, held } of pipes) for (const bytes of held.splice(0)) to.write(bytes)
    },
    breakOff,
    async close() {
      breakOff()
      server.close()
      await once(server, 'close')
    }
  }
}
