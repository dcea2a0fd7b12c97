import { readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const core = fileURLToPath(new URL("../../packages/core/", import.meta.url))
const slices = new Set(JSON.parse(readFileSync(join(core, "slices.json"), "utf8")))

/** Inside core, another slice may be imported only through its index.ts. */
export const sliceBoundary = {
  meta: { type: "problem" },
  create(context) {
    const here = relative(join(core, "src"), context.filename)
    const check = (node) => {
      const target = node.source?.value
      if (typeof target !== "string" || !target.startsWith(".")) return
      const there = relative(join(core, "src"), resolve(dirname(context.filename), target))
      const [slice, ...rest] = there.split(/[\\/]/)
      if (!slices.has(slice) || slice === here.split(/[\\/]/)[0] || rest.join("/") === "index.ts") return
      context.report({ node, message: `Import from ${slice} through its index.ts` })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check }
  }
}
