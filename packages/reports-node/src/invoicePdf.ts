import type { DocumentColumn, DocumentFact, DocumentTable, PrintedDocument } from "@namewright/core/invoices"
import { DateTime, Effect } from "effect"
import type PDFDocument from "pdfkit"
import { loadPdfkit } from "./loadPdfkit.ts"

type Page = typeof PDFDocument extends new(...args: never) => infer D ? D : never

const margin = 50
const lineHeight = 14
const cellGap = 6
const regular = "Helvetica"
const bold = "Helvetica-Bold"
const grey = "#666666"

/** Height that is left free at the end of a page for its number, in points. */
const footerHeight = 30

/** Characters of the standard fonts of PDF (WinAnsi). Others are printed as question marks. */
const printable = (text: string): string =>
  text.normalize("NFC").replace(
    /[^\u{20}-\u{7e}\u{a0}-\u{ff}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu,
    (character) => character === "\u{202f}" || character === "\u{2009}" ? " " : "?"
  )

/** PDF of a document on A4 pages. The dates of the file are those of the document, so that equal documents are equal files. */
export const invoicePdf = Effect.fnUntraced(function*(document: PrintedDocument): Effect.fn.Return<Uint8Array> {
  const Document = yield* loadPdfkit()
  const date = DateTime.toDateUtc(document.created_on)
  const page = new Document({
    size: "A4",
    margin,
    info: { Title: document.title, CreationDate: date, ModDate: date }
  })
  return yield* Effect.callback<Uint8Array>((resume) => {
    const chunks: Array<Uint8Array> = []
    page.on("data", (chunk: Uint8Array) => void chunks.push(chunk))
    page.on("error", (error: unknown) => resume(Effect.die(error)))
    page.on("end", () => resume(Effect.succeed(joined(chunks))))
    drawOn(page, document)
    page.end()
  })
})

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const drawOn = (page: Page, document: PrintedDocument) => {
  const sheet = sheetOn(page, document.page)
  for (const line of document.sender) sheet.line(line, { color: grey, align: "right" })
  sheet.space(20)
  for (const line of document.recipient) sheet.line(line)
  sheet.space(30)
  sheet.line(document.title, { font: bold, size: 16 })
  sheet.space(12)
  sheet.facts(document.facts)
  sheet.space(16)
  sheet.table(document.lines)
  sheet.space(6)
  sheet.totals(document.totals)
  sheet.space(16)
  for (const note of document.notes) sheet.line(note)
  if (document.details.rows.length === 0) return
  sheet.space(20)
  sheet.line(document.details.heading, { font: bold, size: 11 })
  sheet.space(4)
  sheet.table(document.details)
}

interface LineStyle {
  readonly font?: string
  readonly size?: number
  readonly color?: string
  readonly align?: "left" | "right"
}

/** Writes lines from the top of a page to its end, and begins new pages. */
const sheetOn = (page: Page, pageLabel: string) => {
  const width = page.page.width - 2 * margin
  let position = margin
  let pages = 1

  const footer = () => {
    const { page: { height, margins } } = page
    // Text below the margin would start a new page.
    margins.bottom = 0
    page.font(regular).fontSize(8).fillColor(grey)
      .text(`${printable(pageLabel)} ${pages}`, margin, height - margin + 10, { width, align: "right" })
    page.fillColor("black")
    margins.bottom = margin
  }

  /** True if a new page begins, because `height` does not fit. */
  const reserve = (height: number): boolean => {
    if (position + height <= page.page.height - margin - footerHeight) return false
    page.addPage()
    pages++
    footer()
    position = margin
    return true
  }

  const line = (text: string, { align = "left", color = "black", font = regular, size = 9 }: LineStyle = {}) => {
    page.font(font).fontSize(size)
    const shown = printable(text)
    const height = page.heightOfString(shown, { width }) + 2
    reserve(height)
    page.font(font).fontSize(size).fillColor(color).text(shown, margin, position, { width, align })
    page.fillColor("black")
    position += height
  }

  const cells = (columns: ReadonlyArray<DocumentColumn>, texts: ReadonlyArray<string>, font: string) => {
    let x = margin
    page.font(font).fontSize(8)
    columns.forEach(({ align, width: share }, index) => {
      const options = { width: share * width - cellGap, height: lineHeight, lineBreak: false, ellipsis: true, align }
      page.text(printable(texts[index] ?? ""), x, position, options)
      x += share * width
    })
    position += lineHeight
  }

  const headings = ({ columns }: DocumentTable) => {
    cells(columns, columns.map(({ heading }) => heading), bold)
    page.moveTo(margin, position - 3).lineTo(margin + width, position - 3).lineWidth(0.5).stroke()
  }

  const table = (content: DocumentTable) => {
    reserve(3 * lineHeight)
    headings(content)
    for (const row of content.rows) {
      if (reserve(lineHeight)) headings(content)
      cells(content.columns, row, regular)
    }
  }

  const pairs = (columns: ReadonlyArray<DocumentColumn>, facts: ReadonlyArray<DocumentFact>, isTotal: boolean) => {
    facts.forEach((fact, index) => {
      reserve(lineHeight)
      cells(columns, fact, isTotal && index === facts.length - 1 ? bold : regular)
    })
  }

  footer()
  return {
    line,
    table,
    space: (height: number) => {
      position += height
    },
    facts: (facts: ReadonlyArray<DocumentFact>) => pairs(factColumns, facts, false),
    totals: (facts: ReadonlyArray<DocumentFact>) => pairs(totalColumns, facts, true)
  }
}

const factColumns = [
  { heading: "", width: 0.25, align: "left" },
  { heading: "", width: 0.75, align: "left" }
] as const

const totalColumns = [
  { heading: "", width: 0.8, align: "right" },
  { heading: "", width: 0.2, align: "right" }
] as const
