import { Effect } from "effect"
import {
  type Change,
  ChangeConsumers,
  type ChangeKind,
  type ChangePage,
  Changes,
  type ReadChanges
} from "../changes/index.ts"
import { callHost, untraced } from "../telemetry/index.ts"
import type { PlatformServices } from "./layerPlatform.ts"
import type { RunOptions, RunPromise } from "./PromiseRunner.ts"
import { tracedCall } from "./tracedCall.ts"

/** Handles a change. A rejection is tried again after a pause. `signal` ends when the consumer is asked to stop. */
export type OnChange<K extends ChangeKind> = (
  change: Change<K>,
  options: { readonly signal: AbortSignal }
) => Promise<void> | void

/** The change feed by promises: events and movements of money of all organizations, in the order of their commits. */
export interface ChangeCalls {
  /**
   * Reads a page of the feed. Errors: `ChangesRemoved`, `InvalidInput`.
   *
   * @example
   * const { changes, next } = await platform.changes.read({ after, limit: 100, kinds: ["charge.captured"] })
   */
  readonly read: (request?: ReadChanges, options?: RunOptions) => Promise<ChangePage>
  /** The position up to which a consumer has handled the feed; null if there is no consumer of this name. */
  readonly cursor: (name: string, options?: RunOptions) => Promise<number | null>
  /** Sets the position after which a consumer continues: to handle changes again, or to skip removed ones. */
  readonly moveCursor: (name: string, position: number, options?: RunOptions) => Promise<void>
}

/**
 * Calls the handler with each change, in order and at least once, until the signal ends; then it resolves. The position is
 * stored under the name after each change. Of several runs of one name, in any process, one is active; if its process
 * ends, another one continues after at most 8 seconds. A new consumer begins with the oldest stored change. Rejects with
 * `ChangesRemoved` if changes were removed before they were handled.
 */
export type Consume = <K extends ChangeKind = ChangeKind>(
  name: string,
  handler: OnChange<K>,
  options?: { readonly signal?: AbortSignal | undefined; readonly kinds?: ReadonlyArray<K> | undefined }
) => Promise<void>

export const changeCalls = (run: RunPromise<PlatformServices>): ChangeCalls => {
  const call = <A>(
    method: keyof ChangeCalls,
    use: (changes: Changes["Service"]) => Effect.Effect<A, unknown>,
    options: RunOptions | undefined
  ) => run(tracedCall(`changes.${method}`, Effect.flatMap(Changes, use)), options)
  return {
    read: (request, options) => call("read", ({ read }) => read(request), options),
    cursor: (name, options) => call("cursor", ({ cursor }) => cursor(name), options),
    moveCursor: (name, position, options) => call("moveCursor", ({ moveCursor }) => moveCursor(name, position), options)
  }
}

/** The kinds are those of the request, as the store returns no others. */
const isOfKinds = <K extends ChangeKind>(change: Change, kinds: ReadonlyArray<K> | undefined): change is Change<K> =>
  kinds === undefined || kinds.some((kind) => kind === change.kind)

/** A run of a consumer that ends with the signal, after the handler that has begun. */
export const consumption = <K extends ChangeKind>(
  name: string,
  handler: OnChange<K>,
  { kinds, signal = new AbortController().signal }: {
    readonly signal?: AbortSignal | undefined
    readonly kinds?: ReadonlyArray<K> | undefined
  } = {}
) =>
  Effect.flatMap(ChangeConsumers, ({ consume }) =>
    consume(name, (change) =>
      isOfKinds(change, kinds)
        ? callHost(() => handler(change, { signal })).pipe(
          Effect.withSpan(`process ${name}`, {
            kind: "consumer",
            root: true,
            attributes: {
              "messaging.system": "namewright",
              "messaging.operation.type": "process",
              "messaging.destination.name": name
            }
          }, untraced)
        )
        : Effect.void, kinds))
