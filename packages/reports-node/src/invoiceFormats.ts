import { InvoiceFormats } from "@namewright/core/invoices"
import { Layer } from "effect"
import { invoicePdf } from "./invoicePdf.ts"

/** Formats of invoices: PDF by `pdfkit`. */
export const invoiceFormats: Layer.Layer<InvoiceFormats> = Layer.succeed(InvoiceFormats, { pdf: invoicePdf })
