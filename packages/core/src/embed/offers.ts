import { ApiKeyId, ApiKeys, NewApiKey } from "../access/index.ts"
import { BillingTransactions, PriceList, Prices, Wallets } from "../billing/index.ts"
import { ContactId, Contacts, CreateContact } from "../contacts/index.ts"
import { EventId, Events } from "../events/index.ts"
import { CreateHostRequest, HostReference, Hosts, ReplaceHostRequest } from "../hosts/index.ts"
import {
  NewOrganization,
  OrganizationAttributes,
  OrganizationOperations,
  OrganizationPatch,
  Organizations
} from "../organizations/index.ts"
import { OrganizationId } from "../shared/index.ts"
import { CreateTag, Tagging, TagId, Tags, UpdateTag } from "../tags/index.ts"
import { Tlds } from "../tlds/index.ts"
import { offer } from "./PromiseCalls.ts"

/** The services that callers use, by name, with the schemas of what they are given. */
export const offers = {
  apiKeys: offer(ApiKeys, { create: [NewApiKey], revoke: [ApiKeyId] }),
  organizations: offer(Organizations, {
    create: [NewOrganization],
    get: [OrganizationId],
    update: [OrganizationId, OrganizationPatch]
  }),
  organizationAttributes: offer(OrganizationAttributes, {}),
  transactions: offer(BillingTransactions, {}),
  prices: offer(Prices, {}),
  events: offer(Events, { get: [EventId], acknowledge: [EventId] }),
  tlds: offer(Tlds, {}),
  tags: offer(Tags, { create: [CreateTag], get: [TagId], update: [TagId, UpdateTag], remove: [TagId] }),
  tagging: offer(Tagging, {}),
  contacts: offer(Contacts, { create: [CreateContact], get: [ContactId], remove: [ContactId] }),
  hosts: offer(Hosts, {
    create: [CreateHostRequest],
    get: [HostReference],
    replace: [HostReference, ReplaceHostRequest],
    remove: [HostReference]
  })
}

/** What operators do, for which nobody's rights are checked. */
export const operations = {
  organizations: offer(OrganizationOperations, {}),
  wallets: offer(Wallets, {}),
  priceList: offer(PriceList, {})
}
