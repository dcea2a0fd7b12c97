import { Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"

/** Column of a table, with its share of the width. */
export interface DocumentColumn {
  readonly heading: string
  readonly width: number
  readonly align: "left" | "right"
}

/** Table of a document; `heading` is above it. */
export interface DocumentTable {
  readonly heading: string
  readonly columns: ReadonlyArray<DocumentColumn>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** Label and value of a line. */
export type DocumentFact = readonly [label: string, value: string]

/** An invoice, credit note or receipt as text. The same document results in the same bytes. */
export interface PrintedDocument {
  readonly title: string
  readonly created_on: Instant.Instant
  readonly sender: ReadonlyArray<string>
  readonly recipient: ReadonlyArray<string>
  readonly facts: ReadonlyArray<DocumentFact>
  readonly lines: DocumentTable
  /** The last one is the total. */
  readonly totals: ReadonlyArray<DocumentFact>
  readonly notes: ReadonlyArray<string>
  readonly details: DocumentTable
  /** Label of the page number, such as `Page`. */
  readonly page: string
}

/** Port: PDF files of invoices. */
export class InvoiceFormats extends Context.Service<InvoiceFormats, {
  readonly pdf: (document: PrintedDocument) => Effect.Effect<Uint8Array>
}>()("@namewright/core/invoices/InvoiceFormats") {}
