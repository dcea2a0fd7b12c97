import { Context, type Effect } from "effect"

/** Statistics of the database's query planner. */
export class TableStatistics extends Context.Service<TableStatistics, {
  /**
   * Collects statistics of tables that have none, or whose rows have changed considerably since, for example after an
   * import or a large batch. Does nothing if plans do not depend on statistics.
   */
  readonly refresh: Effect.Effect<void>
}>()("@namewright/core/shared/TableStatistics") {}
