import { Schema } from "effect"
import {
  call,
  type CallOptions,
  type CallsFor,
  Day,
  type InputOf,
  inQuery,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page
} from "../shared/index.ts"
import { Finding, FindingKind } from "./Finding.ts"
import { Reconciliation } from "./Reconciliation.ts"

const findingList = listForm({
  filter: {
    kind: Schema.optionalKey(FindingKind),
    day: Schema.optionalKey(Day),
    open: Schema.optionalKey(Schema.Boolean)
  }
})

const ReconciliationDay = Schema.Struct({
  /** Day in UTC that ended at least an hour ago. Default: the last one. */
  day: Schema.optionalKey(Day)
})

const Reconciled = Schema.Struct({
  day: Day,
  findings: Schema.Array(Finding),
  unchecked: Schema.Array(FindingKind)
})

export interface FindingJson extends JsonOf<typeof Finding> {}
export interface FindingFilterInput extends InputOf<Schema.Struct<typeof findingList.filter>> {}
export interface ReconciliationDayInput extends InputOf<typeof ReconciliationDay> {}
export interface ReconciledJson extends JsonOf<typeof Reconciled> {}

/** Daily comparison of charges, orders, quotes, the ledger, payments and invoices. */
export interface ReconciliationOperations {
  /**
   * Checks the records of a day, stores the differences, and returns the open findings of the day. `unchecked` are the
   * kinds that could not be checked, such as those of payments while the provider does not answer.
   *
   * @throws ERROR_INVALID_INPUT
   *
   * @example
   * const { findings } = await platform.operator.reconciliation.run()
   */
  readonly run: (request?: ReconciliationDayInput, options?: CallOptions) => Promise<ReconciledJson>
  /**
   * Returns one page of the findings, newest day first; with `open: true` those that no later run has resolved.
   *
   * @example
   * const { items } = await platform.operator.reconciliation.page({ filter: { open: true } })
   */
  readonly page: (request?: ListRequest<FindingFilterInput>, options?: CallOptions) => Promise<Page<FindingJson>>
}

export const reconciliationOperations = {
  run: call(
    [inQuery(ReconciliationDay)],
    Reconciled,
    ({ day }) => Reconciliation.use((service) => day === undefined ? service.runLast : service.run(day))
  ),
  page: listCalls(
    [],
    findingList,
    Finding,
    "object_id",
    ({ filter, page }) => Reconciliation.use((service) => service.page(filter, page))
  ).page
} satisfies CallsFor<ReconciliationOperations>
