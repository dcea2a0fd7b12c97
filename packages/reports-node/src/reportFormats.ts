import { ReportFormats } from "@namewright/core/reports"
import { Layer } from "effect"
import { pdf } from "./pdf.ts"
import { zip } from "./zip.ts"

/** Formats of reports: ZIP by `yazl` and PDF by `pdfkit`. */
export const reportFormats: Layer.Layer<ReportFormats> = Layer.succeed(ReportFormats, { zip, pdf })
