import { Context, type Effect } from "effect"

/** Statistics by which the database plans queries. */
export class TableStatistics extends Context.Service<TableStatistics, {
  /**
   * Collects the statistics of tables that have none or whose rows have changed much since, for example after an import
   * or a large batch. Does nothing where plans do not depend on statistics.
   */
  readonly refresh: Effect.Effect<void>
}>()("@namewright/core/shared/TableStatistics") {}
