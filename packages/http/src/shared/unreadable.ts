import type { InputIssue } from "@namewright/core/shared"
import type { Unreadable, ValueBounds } from "./endOfValue.ts"
import { frameLength } from "./readList.ts"

/** Issue of a body, or of the entry of its list at `loc`, that is not parsed. */
export const unreadable = (reason: Unreadable, loc: InputIssue["loc"], bounds?: ValueBounds): InputIssue =>
  reason === "not JSON"
    ? { loc: ["body"], msg: "The body is not valid JSON", type: "json_invalid", input: null }
    : { loc, msg: bounds === undefined ? longBody : longEntry(bounds), type: "too_long", input: null }

const longBody = `A body has at most ${frameLength} characters besides its list`

const longEntry = ({ characters, containers }: ValueBounds): string =>
  `An entry has at most ${characters} characters, and at most ${containers} lists and objects`
