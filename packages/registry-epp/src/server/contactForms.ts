import type {
  ContactChange,
  ContactData,
  PostalAddress,
  PostalChange,
  PostalForm,
  Telephone
} from "@namewright/core/registry"
import type {
  ContactCreate,
  ContactUpdate,
  EppPostalAddress,
  EppTelephone,
  PostalInfo,
  PostalInfoChange
} from "../message/ContactCommand.ts"
import { present } from "../message/present.ts"

/** An empty element means no value. */
const filled = (text: string | undefined): string | null => text === undefined || text === "" ? null : text

const phoneOf = (telephone: EppTelephone | undefined): Telephone | null =>
  telephone === undefined || telephone.number === ""
    ? null
    : { number: telephone.number, extension: filled(telephone.extension) }

const addressOf = ({ city, country, postalCode, state, street }: EppPostalAddress): PostalAddress => ({
  street: street.filter((line) => line !== ""),
  city,
  state: filled(state),
  postal_code: filled(postalCode),
  country
})

/** Contact data of a create command. */
export const contactDataOf = ({ authInfo, disclose, email, fax, postalInfos, voice }: ContactCreate): ContactData => ({
  postal: postalInfos.map(({ address, name, organization, type }) => ({
    type,
    name,
    organization: filled(organization),
    address: addressOf(address)
  })),
  phone: phoneOf(voice),
  fax: phoneOf(fax),
  email,
  auth_code: filled(authInfo.password),
  disclosure: disclose ?? null,
  attributes: {}
})

/** The change of an update command. An empty element removes the value. */
export const contactChangeOf = ({ add, change, remove }: ContactUpdate): ContactChange =>
  present({
    add: add?.map(({ status }) => status),
    remove: remove?.map(({ status }) => status),
    postal: change === undefined || change.postalInfos.length === 0
      ? undefined
      : change.postalInfos.map(postalChangeOf),
    phone: change?.voice === undefined ? undefined : phoneOf(change.voice),
    fax: change?.fax === undefined ? undefined : phoneOf(change.fax),
    email: change?.email,
    auth_code: change?.authInfo === undefined ? undefined : filled(change.authInfo.password),
    disclosure: change?.disclose
  })

const postalChangeOf = ({ address, name, organization, type }: PostalInfoChange): PostalChange =>
  present({
    type,
    name,
    organization: organization === undefined ? undefined : filled(organization),
    address: address === undefined ? undefined : addressOf(address)
  })

/** A postal form for an info response. */
export const postalInfoOf = ({ address, name, organization, type }: PostalForm): PostalInfo =>
  present({
    type,
    name,
    organization: organization ?? undefined,
    address: present({
      street: address.street,
      city: address.city,
      state: address.state ?? undefined,
      postalCode: address.postal_code ?? undefined,
      country: address.country
    })
  })

export const telephoneOf = (telephone: Telephone | null): EppTelephone | undefined =>
  telephone === null ? undefined : present({ number: telephone.number, extension: telephone.extension ?? undefined })
