import { writeTree } from "../../xml/writeXml.ts"
import type { OtherExtension } from "../CommandExtension.ts"

/** Elements without a codec, as trees. */
export const writeOthers = (extension: OtherExtension | undefined): string =>
  extension?.other === undefined ? "" : extension.other.map((tree) => writeTree(tree)).join("")

/** Writes an optional part; empty if it is absent. */
export const written = <A>(part: A | undefined, write: (part: A) => string): string =>
  part === undefined ? "" : write(part)
