import { readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { rolldown } from "rolldown"
import type { Package } from "./packages.ts"

/**
 * Builds the development dependencies that a package imports into its `dist`, so that a host does not install them with
 * all their peers. What they import in turn stays a dependency.
 */
export const buildIn = async ({ folder, manifest }: Package): Promise<void> => {
  const dist = join(folder, "dist")
  const names = Object.keys(manifest.devDependencies ?? {})
  if (names.length === 0) return
  const pattern = new RegExp(`"((?:${names.join("|")})(?:/[^"]*)?)"`, "g")
  const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith(".js"))
    .map((file) => join(dist, file))
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const))
  )
  const specifiers = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, it]) => it ?? ""))
  )
  const outputOf = (specifier: string) => `builtin/${specifier.replace("@", "")}.js`
  const bundle = await rolldown({
    input: Object.fromEntries(
      [...specifiers].map((specifier) => [outputOf(specifier).slice(0, -".js".length), specifier])
    ),
    cwd: folder,
    platform: "node",
    external: (id) => !/^[./]/.test(id) && !names.some((name) => id === name || id.startsWith(`${name}/`))
  })
  await bundle.write({ dir: dist, format: "esm", chunkFileNames: "builtin/shared/[name].js" })
  await bundle.close()
  await Promise.all([...texts].map(async ([file, text]) => {
    const changed = text.replace(pattern, (_, specifier: string) => {
      const path = relative(dirname(file), join(dist, outputOf(specifier))).replaceAll("\\", "/")
      return `"${path.startsWith(".") ? path : `./${path}`}"`
    })
    if (changed !== text) await writeFile(file, changed)
  }))
  await Promise.all(names.map(async (name) => {
    const license = await readFile(join(folder, "../../node_modules", name, "LICENSE"), "utf8")
    await writeFile(join(dist, "builtin", `LICENSE.${name.replace("@", "").replace("/", "-")}`), license)
  }))
}
