import type { ReportDocument } from "@namewright/core/reports"
import { Effect, Stream } from "effect"
import type PDFDocument from "pdfkit"
import { loadPdfkit } from "./loadPdfkit.ts"
import { streamOf } from "./streamOf.ts"

type Page = typeof PDFDocument extends new(...args: never) => infer D ? D : never

const margin = 40
const lineHeight = 14
const cellGap = 6
const regular = "Helvetica"
const bold = "Helvetica-Bold"
const grey = "#666666"

/** PDF document with a table on A4 pages, each with headings and a page number. */
export const pdf = <E, R>(document: ReportDocument<E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.unwrap(Effect.gen(function*() {
    const Document = yield* loadPdfkit()
    const page = new Document({ size: "A4", margin, info: { Title: document.title } })
    const table = tableOn(page, document.columns)
    const drawn = Stream.concat(
      Stream.fromEffect(Effect.sync(() => {
        header(page, document)
        table.headings()
      })),
      Stream.mapArray(document.rows, (rows) => {
        for (const row of rows) table.row(row)
        return [undefined] as const
      })
    )
    return whileDrawn(page, drawn)
  }))

/** Bytes of a document, read after each drawing step to limit the buffer. */
const whileDrawn = <E, R>(page: Page, drawn: Stream.Stream<void, E, R>): Stream.Stream<Uint8Array, E, R> => {
  const ready = () => {
    const bytes: unknown = page.read()
    return bytes instanceof Uint8Array ? [bytes] : []
  }
  return Stream.concat(
    Stream.flatMap(drawn, () => Stream.fromIterable(ready())),
    Stream.suspend(() => {
      page.end()
      return streamOf(page)
    })
  )
}

const header = (page: Page, { subtitle, title }: Pick<ReportDocument<never, never>, "subtitle" | "title">) => {
  page.font(bold).fontSize(18).text(title)
  page.font(regular).fontSize(9).fillColor(grey)
  for (const line of subtitle) page.text(line)
  page.fillColor("black").moveDown()
}

const tableOn = (page: Page, columns: ReportDocument<never, never>["columns"]) => {
  const width = page.page.width - 2 * margin
  let pages = 1

  const cells = (texts: ReadonlyArray<string>, y: number) => {
    let x = margin
    columns.forEach((column, index) => {
      const columnWidth = column.width * width
      page.text(texts[index] ?? "", x, y, {
        width: columnWidth - cellGap,
        height: lineHeight,
        lineBreak: false,
        ellipsis: true
      })
      x += columnWidth
    })
  }

  const footer = () => {
    const { page: { height, margins } } = page
    // Text below the margin would start a new page.
    margins.bottom = 0
    page.fontSize(8).fillColor(grey).text(String(pages), margin, height - margin + 10, { width, align: "right" })
    page.fillColor("black")
    margins.bottom = margin
  }

  const headings = () => {
    if (pages === 1) footer()
    const y = pages === 1 ? titleEnd : margin
    page.font(bold).fontSize(8)
    cells(columns.map(({ heading }) => heading), y)
    page.moveTo(margin, y + lineHeight - 3).lineTo(margin + width, y + lineHeight - 3).lineWidth(0.5).stroke()
    page.font(regular)
    position = y + lineHeight
  }

  const titleEnd = 110
  let position = titleEnd

  return {
    headings,
    row: (texts: ReadonlyArray<string>) => {
      if (position + lineHeight > page.page.height - margin) {
        page.addPage()
        pages++
        footer()
        headings()
      }
      page.fontSize(8)
      cells(texts, position)
      position += lineHeight
    }
  }
}
