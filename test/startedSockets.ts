import { Effect } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { EventEmitter } from "node:events"

/** Channels of Node that publish sockets for datagrams and servers when they start. */
const channels = ["udp.socket", "tracing:net.server.listen:asyncStart"]

/** The sockets for datagrams and the servers of this process that start until the scope closes. */
export interface StartedSockets {
  readonly started: () => ReadonlyArray<EventEmitter>
  /** Those that were once without a listener for errors after they had one: an error ended the process then. */
  readonly withoutListener: () => ReadonlyArray<EventEmitter>
  /** Raises an error at each, as the system does for a connection that cannot be accepted. */
  readonly raise: Effect.Effect<void>
}

export const startedSockets = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const started = new Set<EventEmitter>()
      const withoutListener = new Set<EventEmitter>()
      const record = (published: unknown): void => {
        if (typeof published !== "object" || published === null) return
        for (const emitter of Object.values(published)) {
          if (!(emitter instanceof EventEmitter) || started.has(emitter)) continue
          started.add(emitter)
          emitter.on("removeListener", (name) => {
            if (name === "error" && emitter.listenerCount("error") === 0) withoutListener.add(emitter)
          })
        }
      }
      for (const channel of channels) subscribe(channel, record)
      return { record, started, withoutListener }
    }),
    ({ record }) => Effect.sync(() => channels.forEach((channel) => unsubscribe(channel, record)))
  ),
  ({ started, withoutListener }): StartedSockets => ({
    started: () => [...started],
    withoutListener: () => [...withoutListener],
    raise: Effect.sync(() => started.forEach((emitter) => emitter.emit("error", new Error("accept EMFILE"))))
  })
)
