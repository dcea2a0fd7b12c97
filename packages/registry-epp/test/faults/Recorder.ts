import { Cause, Effect, Exit, Layer, Logger, Metric, References, Tracer } from "effect"
import { inspect } from "node:util"

const text = (value: unknown): string => typeof value === "string" ? value : inspect(value, { depth: 12 })

const failureOf = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isFailure(exit) ? `${Cause.pretty(exit.cause)}\n${text(exit.cause)}` : ""

/** Everything that an operator could get to read: log lines, spans, failures and metrics, as texts. */
export class Recorder {
  readonly #logged: Array<string> = []
  readonly #spans: Array<Tracer.NativeSpan> = []

  /** Records what runs, and what is built, with it; every level of the log is kept. */
  readonly layer = Layer.mergeAll(
    Logger.layer([
      Logger.make(({ cause, fiber, message }) => {
        const annotations = fiber.getRef(References.CurrentLogAnnotations)
        this.#logged.push([text(message), text(annotations), Cause.pretty(cause), text(cause)].join("\n"))
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, "All"),
    Layer.succeed(
      Tracer.Tracer,
      Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          this.#spans.push(span)
          return span
        }
      })
    )
  )

  /** What an effect fails with, as it would be shown. */
  failure(exit: Exit.Exit<unknown, unknown>): void {
    this.#logged.push(failureOf(exit))
  }

  get counts() {
    return { logged: this.#logged.length, spans: this.#spans.length }
  }

  /** All texts so far. Of the results of spans, only failures are exported. */
  readonly texts: Effect.Effect<ReadonlyArray<string>> = Effect.map(Metric.snapshot, (metrics) => [
    ...this.#logged,
    ...this.#spans.map(({ attributes, events, name, status }) =>
      [name, text(attributes), text(events), status._tag === "Ended" ? failureOf(status.exit) : ""].join("\n")
    ),
    ...metrics.map(text)
  ])
}
