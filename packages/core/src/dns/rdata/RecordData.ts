import { type AnyRecordType, recordTypeNumber } from "../RecordType.ts"
import type { Field } from "./Field.ts"
import type { RdataProblem } from "./RdataProblem.ts"

/** Checks over fields that are each well-formed. */
export interface RecordChecks<T> {
  /** What no nameserver takes. */
  readonly invalid?: (value: T) => ReadonlyArray<RdataProblem>
  /** What the DNS carries, and the platform does not take from its users. Source: REST specification, "DNS". */
  readonly refused?: (value: T) => ReadonlyArray<RdataProblem>
}

/** All there is to know of the data of one record type. */
export interface RecordData<T> extends Field<T>, Required<RecordChecks<T>> {
  readonly type: AnyRecordType
  /** The type's number on the wire. */
  readonly number: number
}

export const recordData = <T>(type: AnyRecordType, field: Field<T>, checks: RecordChecks<T> = {}): RecordData<T> => ({
  ...field,
  type,
  number: recordTypeNumber(type),
  invalid: checks.invalid ?? nothing,
  refused: checks.refused ?? nothing
})

const nothing = () => []
