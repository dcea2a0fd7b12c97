import { Layer, Option, Result, Schema } from "effect"
import { CurrentInvoiceSettings, InvoiceSettings } from "../invoices/index.ts"
import { inputIssues } from "../shared/index.ts"

/** Settings of invoices, as in the file of `--invoices`. */
export type InvoicingOption = typeof InvoiceSettings.Encoded

const decode = Schema.decodeUnknownResult(InvoiceSettings)

/** Problems of the option; empty for a valid one. */
export const invoicingProblems = (option: unknown): ReadonlyArray<string> =>
  Layer.isLayer(option) ? [] : Result.match(decode(option, { errors: "all", onExcessProperty: "error" }), {
    onSuccess: () => [],
    onFailure: ({ issue }) =>
      inputIssues(issue, "body").map(({ loc, msg }) => `${loc.slice(1).map((part) => `.${part}`).join("")}: ${msg}`)
  })

/** The settings as a layer; none without the option. */
export const invoicingLayer = (
  option: InvoicingOption | Layer.Layer<never, unknown> | undefined
): Layer.Layer<never, unknown> =>
  option === undefined
    ? Layer.empty
    : !("issuer" in option)
    ? option
    : Layer.succeed(CurrentInvoiceSettings, Option.some(Result.getOrThrow(decode(option))))
