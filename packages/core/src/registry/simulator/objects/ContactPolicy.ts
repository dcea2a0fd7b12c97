import { IsoDuration, type TldSpec } from "../../../tlds/index.ts"

/** Rules of a registry for contacts: an option is on if any suffix of the registry has it. */
export interface ContactPolicy {
  /** True if the registry has contact objects. */
  readonly taken: boolean
  /** True if registrars choose the handles; false if the registry assigns them. */
  readonly handles: boolean
  readonly transfers: boolean
  /** Time in which the losing registrar can decide before the registry approves a transfer. */
  readonly transfer_time: IsoDuration.IsoDuration
}

const customaryWait = IsoDuration.days(5)

export const contactPolicy = (specs: ReadonlyArray<TldSpec>): ContactPolicy => {
  const rules = specs.flatMap(({ contacts }) => contacts === null ? [] : [contacts])
  const times = specs.flatMap(({ transfer_policies: { transfer_time } }) =>
    transfer_time === null ? [] : [transfer_time]
  )
  return {
    taken: rules.length > 0,
    handles: rules.some(({ support_client_contact_id }) => support_client_contact_id !== false),
    transfers: rules.some(({ support_transfer }) => support_transfer === true),
    transfer_time: times[0] ?? customaryWait
  }
}
