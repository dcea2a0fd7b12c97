import { assert, describe, it } from "@effect/vitest"
import { type Instrument, instruments, spanAttributes } from "@namewright/core/telemetry"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")

const page = read("docs/observability.md")
const operations = read("docs/operations.md")

interface Target {
  readonly expr: string
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly datasource?: { readonly uid: string }
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number }
  readonly targets?: ReadonlyArray<Target>
}

const dashboard: {
  readonly schemaVersion: number
  readonly uid: string
  readonly title: string
  readonly panels: ReadonlyArray<Panel>
  readonly templating: { readonly list: ReadonlyArray<{ readonly name: string; readonly type: string }> }
} = JSON.parse(read("docs/grafana/namewright.json"))

/** Sources of every package that may declare a metric. */
const sources = readdirSync(fileURLToPath(new URL("../packages", import.meta.url)), {
  recursive: true,
  encoding: "utf8"
})
  .filter((path) => /\/src\/.*\.ts$/.test(path) && !path.includes("node_modules"))
  .map((path) => read(`packages/${path}`))

interface Declared {
  readonly id: string
  readonly type: string
  readonly isIncremental: boolean
}

/** Metrics that the sources declare. */
const declared: ReadonlyArray<Declared> = sources.flatMap((text) =>
  Array.from(
    text.matchAll(/Metric\.(counter|gauge|histogram)\("([a-z0-9_]+)", \{([^}]*)\}/g),
    ([, type = "", id = "", options = ""]) => ({ id, type, isIncremental: options.includes("incremental: true") })
  )
)

const exported = Object.entries<Instrument | null>(instruments).flatMap(([id, instrument]) =>
  instrument === null ? [] : [{ id, ...instrument }]
)

/** Names of a metric in Prometheus, by the rules of its receiver for OTLP. */
const prometheusNames = ({ id, name, unit }: Instrument & { readonly id: string }): ReadonlyArray<string> => {
  const metric = declared.find((one) => one.id === id)
  const base = name.replaceAll(".", "_") + (unit === "s" ? "_seconds" : "")
  if (metric?.type === "histogram") return ["_bucket", "_count", "_sum"].map((suffix) => `${base}${suffix}`)
  return [metric?.type === "counter" && metric.isIncremental ? `${base}_total` : base]
}

const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

describe("metrics", () => {
  it("are declared once, and each has an instrument of OpenTelemetry", () => {
    assert.sameMembers(declared.map(({ id }) => id), Object.keys(instruments))
  })

  it("are all in docs/observability.md, with unit, attributes and name at /metrics", () => {
    const rows = page.split("\n").filter((line) => /^\| `[a-z_.]+` \| (?:`[^`]+`)? *\|/.test(line))
    const expected = exported.map(({ attributes, id, name, unit }) => ({
      id,
      name,
      unit,
      attributes: Object.values(attributes)
    }))
    const found = rows.map((row) => {
      const [, name = "", unit = "", attributes = "", , id = ""] = row.split("|").map((cell) => cell.trim())
      const words = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = ""]) => word)
      return { id: words(id)[0], name: words(name)[0], unit: words(unit)[0] ?? "", attributes: words(attributes) }
    })
    assert.sameDeepMembers(found, expected)
  })

  it("that pages name exist", () => {
    const known = new Set([
      ...exported.map(({ name }) => name),
      ...spanAttributes,
      ...exported.flatMap(({ attributes }) => Object.values(attributes))
    ])
    const named = Array.from(page.matchAll(/`((?:namewright|http|db)\.[a-z_.]+)`/g), ([, name = ""]) => name)
    assert.deepStrictEqual(named.filter((name) => !known.has(name)), [])
    const ids = Array.from(
      operations.matchAll(/`([a-z_]+_total|registry_[a-z_]+)(?:\{[^`]*\})?`/g),
      ([, id = ""]) => id
    )
    assert.isAbove(ids.length, 5)
    assert.deepStrictEqual(ids.filter((id) => !Object.hasOwn(instruments, id)), [])
  })
})

describe("spans", () => {
  it("have their exported attributes in docs/observability.md, and no others", () => {
    const table = page.slice(page.indexOf("## Spans"), page.indexOf("## Metrics"))
    const rows = table.split("\n").filter((line) => line.startsWith("| `"))
    const named = rows.flatMap((row) =>
      Array.from((row.split("|")[3] ?? "").matchAll(/`([^`]+)`/g), ([, name = ""]) => name)
    )
    assert.sameMembers([...new Set(named)], spanAttributes.filter((name) => name !== "error.type"))
    assert.include(table, "`error.type`")
  })
})

describe("docs/grafana/namewright.json", () => {
  it("queries every metric, and no others", () => {
    const names = new Map(exported.flatMap((metric) => prometheusNames(metric).map((name) => [name, metric.name])))
    const queried = expressions.flatMap((expr) =>
      Array.from(expr.matchAll(/\b((?:namewright|http_server|db_client)_[a-z_]+)\{/g), ([, name = ""]) => name)
    )
    assert.deepStrictEqual(queried.filter((name) => !names.has(name)), [])
    const missing = exported.filter(({ name }) => !queried.some((one) => names.get(one) === name))
    assert.deepStrictEqual(missing.map(({ name }) => name), [])
  })

  it("groups by attributes of the metric that it queries", () => {
    const wrong = exported.flatMap((metric) => {
      const attributes = new Set(Object.values(metric.attributes).map((name) => name.replaceAll(".", "_")))
      return expressions.filter((expr) => prometheusNames(metric).some((name) => expr.includes(`${name}{`))).flatMap((
        expr
      ) =>
        Array.from(expr.matchAll(/by \(([^)]*)\)/g), ([, labels = ""]) => labels.split(", ")).flat()
          .filter((label) => label !== "le" && !attributes.has(label)).map((label) => `${metric.name}: ${label}`)
      )
    })
    assert.deepStrictEqual(wrong, [])
  })

  it("has the members that Grafana needs for an import, and panels that do not overlap", () => {
    assert.isAtLeast(dashboard.schemaVersion, 36)
    assert.deepStrictEqual([dashboard.title, dashboard.uid], ["Namewright", "namewright"])
    assert.deepStrictEqual(dashboard.templating.list.map(({ name, type }) => [name, type]), [
      ["datasource", "datasource"],
      ["job", "query"]
    ])
    const ids = dashboard.panels.map(({ id }) => id)
    assert.lengthOf(new Set(ids), ids.length)
    const taken = new Map<string, string>()
    for (const { datasource, gridPos: { h, w, x, y }, targets = [], title, type } of dashboard.panels) {
      assert.isAtMost(x + w, 24, title)
      if (type !== "row") {
        assert.strictEqual(datasource?.uid, "${datasource}", title)
        assert.isAbove(targets.length, 0, title)
      }
      for (let column = x; column < x + w; column++) {
        for (let line = y; line < y + h; line++) {
          const cell = `${column} ${line}`
          assert.isUndefined(taken.get(cell), `${title} overlaps ${taken.get(cell)}`)
          taken.set(cell, title)
        }
      }
    }
  })
})
