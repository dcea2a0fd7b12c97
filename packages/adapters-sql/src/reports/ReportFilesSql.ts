import { type ByteRange, ReportFiles } from "@namewright/core/reports"
import { Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

/** Size in bytes of the pieces of a file, except the last. Stored files depend on it, so it never changes. */
const pieceBytes = 256 * 1024

/** Report files in the database. */
export const layer = Layer.effect(
  ReportFiles,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { whole } = dialect(sql)

    const remove = Effect.fnUntraced(function*(name: string) {
      yield* sql`DELETE FROM report_file_pieces WHERE name = ${name}`
    }, orDieSql)

    const writePiece = (name: string, piece_no: number, bytes: Uint8Array) =>
      orDieSql(sql`INSERT INTO report_file_pieces ${sql.insert({ name, piece_no, bytes })}`)

    const readPiece = Effect.fnUntraced(function*(name: string, piece: number) {
      const [row] = yield* sql<{ readonly bytes: Uint8Array }>`SELECT bytes FROM report_file_pieces
        WHERE name = ${name} AND piece_no = ${piece}`
      return row?.bytes ?? (yield* Effect.die(new Error(`The file ${name} has no piece ${piece}`)))
    }, orDieSql)

    return ReportFiles.of({
      write: (name, content) =>
        remove(name).pipe(
          Effect.andThen(
            pieces(content).pipe(
              Stream.mapEffect((bytes, index) => Effect.as(writePiece(name, index, bytes), bytes.length)),
              Stream.runFold(() => 0, (total, size) => total + size)
            )
          ),
          Effect.onError(() => remove(name))
        ),

      size: Effect.fnUntraced(function*(name) {
        const [row] = yield* sql<{ readonly pieces: unknown; readonly bytes: unknown }>`SELECT
          ${whole("count(*)")} AS pieces, ${whole("COALESCE(sum(length(bytes)), 0)")} AS bytes
          FROM report_file_pieces WHERE name = ${name}`
        return Number(row?.pieces ?? 0) === 0 ? Option.none() : Option.some(Number(row?.bytes))
      }, orDieSql),

      read: (name, { end, start }) =>
        Stream.range(Math.floor(start / pieceBytes), Math.floor(end / pieceBytes)).pipe(
          Stream.rechunk(1),
          Stream.mapEffect((piece) =>
            Effect.map(readPiece(name, piece), (bytes) => within(bytes, piece * pieceBytes, { start, end }))
          )
        ),

      remove
    })
  })
)

/** Part of a piece in the range; `offset` is the position of the piece in the file. */
const within = (bytes: Uint8Array, offset: number, { end, start }: ByteRange): Uint8Array =>
  bytes.subarray(Math.max(0, start - offset), end - offset + 1)

/** Splits a stream into pieces of `pieceBytes`. */
const pieces = <E, R>(content: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.mapAccumArray(
    content,
    () => new Uint8Array(0),
    (rest: Uint8Array, chunks) => cut(join([rest, ...chunks])),
    { onHalt: (rest) => rest.length === 0 ? [] : [rest] }
  )

const join = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

const cut = (bytes: Uint8Array): readonly [rest: Uint8Array, whole: ReadonlyArray<Uint8Array>] => {
  const count = Math.floor(bytes.length / pieceBytes)
  const whole = Array.from({ length: count }, (_, index) => bytes.slice(index * pieceBytes, (index + 1) * pieceBytes))
  return [bytes.slice(count * pieceBytes), whole]
}
