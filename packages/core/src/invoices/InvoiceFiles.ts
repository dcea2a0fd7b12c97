import { Context, Effect, Layer, Schema } from "effect"
import { inputIssue, InvalidInput } from "../shared/index.ts"
import { electronicInvoice } from "./electronicInvoice.ts"
import type { StoredInvoice } from "./Invoice.ts"
import { InvoiceFormats } from "./InvoiceFormats.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { printedDocument } from "./printedDocument.ts"

/** PDF, or the electronic invoice of EN 16931 in UBL 2.1. */
export const InvoiceFileFormat = Schema.Literals(["pdf", "xml"]).annotate({ identifier: "InvoiceFileFormat" })
export type InvoiceFileFormat = typeof InvoiceFileFormat.Type

/** File of a document. */
export interface InvoiceFile {
  /** Name such as `2026-000001.pdf`. */
  readonly name: string
  readonly media_type: "application/pdf" | "application/xml"
  readonly bytes: Uint8Array
}

/**
 * Files of documents, made of the stored content, which never changes. The same version of the platform makes the same bytes.
 */
export class InvoiceFiles extends Context.Service<InvoiceFiles, {
  /** Fails for the electronic invoice of a receipt. */
  readonly file: (invoice: StoredInvoice, format: InvoiceFileFormat) => Effect.Effect<InvoiceFile, InvalidInput>
}>()("@namewright/core/invoices/InvoiceFiles") {
  static readonly layer = Layer.effect(
    InvoiceFiles,
    Effect.gen(function*() {
      const store = yield* InvoiceStore
      const formats = yield* InvoiceFormats

      const pdf = Effect.fnUntraced(function*(invoice: StoredInvoice) {
        const items = yield* store.items(invoice.invoice_id)
        return yield* formats.pdf(printedDocument(invoice, items))
      })

      const file: InvoiceFiles["Service"]["file"] = Effect.fn("InvoiceFiles.file")(function*(invoice, format) {
        const name = `${invoice.number.replace(/[^\w.-]/g, "_")}.${format}`
        if (format === "pdf") return { name, media_type: "application/pdf", bytes: yield* pdf(invoice) }
        if (invoice.document_type === "receipt") {
          const issue = inputIssue(["query", "format"], "value_error", "A receipt is only available as pdf", format)
          return yield* new InvalidInput({ issues: [issue] })
        }
        return { name, media_type: "application/xml", bytes: new TextEncoder().encode(electronicInvoice(invoice)) }
      })

      return InvoiceFiles.of({ file })
    })
  )
}
