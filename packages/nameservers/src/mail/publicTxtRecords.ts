import { TxtRecords, TxtRecordsUnavailable } from "@namewright/core/branding"
import { Effect, Layer } from "effect"
import { Resolver } from "node:dns/promises"

export interface TxtRecordsOptions {
  /** Resolvers to ask, `192.0.2.53` or `192.0.2.53:5353`. Default those of the system. */
  readonly resolvers?: ReadonlyArray<string> | undefined
  /** Time limit of each answer in milliseconds. Default 2000. */
  readonly timeout?: number | undefined
}

/** Error codes of Node for negative answers. */
const nothing = new Set(["ENODATA", "ENOTFOUND"])

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no answer"

/** TXT records by the resolvers of the system, or others. */
export const publicTxtRecords = (
  { resolvers, timeout = 2000 }: TxtRecordsOptions = {}
): Layer.Layer<TxtRecords> =>
  Layer.sync(TxtRecords, () => {
    const resolver = new Resolver({ timeout, tries: 2 })
    if (resolvers !== undefined) resolver.setServers([...resolvers])
    return TxtRecords.of({
      at: Effect.fn("TxtRecords.at")((name) =>
        Effect.tryPromise({ try: () => resolver.resolveTxt(name), catch: codeOf }).pipe(
          Effect.map((records) => records.map((strings) => strings.join(""))),
          Effect.catch((code) =>
            nothing.has(code) ? Effect.succeed([]) : Effect.fail(new TxtRecordsUnavailable({ reason: code }))
          )
        )
      )
    })
  })
