/** Tables that a plan of `EXPLAIN (FORMAT JSON)` reads with a sequential scan. */
export const sequentialScans = (plan: unknown): ReadonlyArray<string> => {
  if (Array.isArray(plan)) return plan.flatMap(sequentialScans)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  return [
    ...(node["Node Type"] === "Seq Scan" ? [String(node["Relation Name"])] : []),
    ...Object.values(node).flatMap(sequentialScans)
  ]
}
