import { functionLength } from "./functionLength.js"
import { sliceBoundary } from "./sliceBoundary.js"

/** The rules of this repository that oxlint has no word for. */
export default {
  meta: { name: "namewright" },
  rules: { "function-length": functionLength, "slice-boundary": sliceBoundary }
}
