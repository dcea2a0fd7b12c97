import { IsoDuration, type TldSpec } from "../../../tlds/index.ts"

/** What a registry does with contacts: what any of its suffixes does. */
export interface ContactPolicy {
  /** Whether it takes contacts. */
  readonly taken: boolean
  /** Whether registrars choose the handles; elsewhere the registry gives them out. */
  readonly handles: boolean
  readonly transfers: boolean
  /** How long the losing registrar has before the registry approves a transfer. */
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
