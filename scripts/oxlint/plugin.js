import { functionLength } from "./functionLength.js"
import { sliceBoundary } from "./sliceBoundary.js"

/** Lint rules of this repository. */
export default {
  meta: { name: "namewright" },
  rules: { "function-length": functionLength, "slice-boundary": sliceBoundary }
}
