import { CurrentInvoiceSettings, InvoiceSettings } from "@namewright/core/invoices"
import { Effect, Layer, Option, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { CommandFailed } from "./CommandFailed.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(InvoiceSettings))

/** Reads the file of `--invoices`. Fails with every problem of it. */
export const readInvoicing = (file: string): Effect.Effect<InvoiceSettings, CommandFailed> =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (cause) =>
      new CommandFailed({ message: `${file}: ${cause instanceof Error ? cause.message : String(cause)}` })
  }).pipe(
    Effect.flatMap((text) =>
      Effect.mapError(
        decode(text, { errors: "all", onExcessProperty: "error" }),
        ({ message }) => new CommandFailed({ message: `${file}: ${message}` })
      )
    )
  )

/** Settings of invoices from the file of `--invoices`; undefined without it. */
export const invoicingOf = (file: string | undefined): Layer.Layer<never, CommandFailed> | undefined =>
  file === undefined
    ? undefined
    : Layer.unwrap(Effect.map(
      readInvoicing(file),
      (settings) => Layer.succeed(CurrentInvoiceSettings, Option.some(settings))
    ))
