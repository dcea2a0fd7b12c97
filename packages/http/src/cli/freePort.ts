import { Effect } from "effect"
import { createServer } from "node:net"
import { CommandFailed } from "./CommandFailed.ts"

/**
 * Returns a port that is free: the chosen one, or any for 0. It is determined first, because it is part of the
 * platform's own URL.
 *
 * @param flag Flag of the port, for the message.
 */
export const freePort = (host: string, port: number, flag = "--port"): Effect.Effect<number, CommandFailed> =>
  Effect.callback((resume) => {
    const probe = createServer()
    probe.once(
      "error",
      (error: NodeJS.ErrnoException) =>
        resume(Effect.fail(new CommandFailed({ message: problemOf(host, port, flag, error) })))
    )
    probe.listen({ host, port }, () => {
      const address = probe.address()
      const free = typeof address === "object" && address !== null ? address.port : port
      probe.close(() => resume(Effect.succeed(free)))
    })
  })

const problemOf = (host: string, port: number, flag: string, { code, message }: NodeJS.ErrnoException): string => {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is in use; choose another one with ${flag}, or 0 for a free one`
    case "EACCES":
      return `Port ${port} of ${host} is not permitted for this user; ports below 1024 usually need more rights`
    default:
      return `Cannot listen on ${host} port ${port}: ${message}`
  }
}
