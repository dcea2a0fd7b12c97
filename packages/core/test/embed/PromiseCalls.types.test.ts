import { describe, expectTypeOf, it } from "@effect/vitest"
import type { CreateContactInput } from "@namewright/core/contacts"
import type { DomainJson, DomainNotFound } from "@namewright/core/domains"
import type {
  BatchCommandInput,
  OperatorCalls,
  Platform,
  PlatformCalls,
  PlatformError,
  PlatformErrorOf
} from "@namewright/core/embed"
import type { EventJson, EventNotFound } from "@namewright/core/events"
import type { CallOptions, InvalidInput, Page } from "@namewright/core/shared"

describe("the types of promise calls", () => {
  it("take plain text for ids, and options last", () => {
    expectTypeOf<Parameters<PlatformCalls["events"]["get"]>>().toEqualTypeOf<
      [event_id: string, options?: CallOptions | undefined]
    >()
    expectTypeOf<PlatformCalls["events"]["get"]>().returns.toEqualTypeOf<Promise<EventJson>>()
    expectTypeOf<PlatformCalls["events"]["page"]>().returns.toEqualTypeOf<Promise<Page<EventJson>>>()
  })

  it("take orders in their wire form, and answer what a caller may see", () => {
    expectTypeOf<PlatformCalls["domains"]["register"]>().toBeCallableWith({
      name: "example.com",
      renewal_mode: "renew",
      period: 1,
      contacts: { registrant: "contact_01h2xcejqtf2nbrexx3vqjhp41" }
    }, { signal: AbortSignal.abort() })
    expectTypeOf<PlatformCalls["domains"]["register"]>().returns.toEqualTypeOf<Promise<DomainJson>>()
    expectTypeOf<PlatformCalls["domains"]["remove"]>().returns.toEqualTypeOf<Promise<void>>()
  })

  it("take money as numbers where operators book it", () => {
    expectTypeOf<OperatorCalls["wallets"]["topUp"]>().toBeCallableWith({
      organization_id: "organization_01h2xcejqtf2nbrexx3vqjhp41",
      amount: 100_00,
      reference: "invoice 1"
    })
  })

  it("know the payload of each command of a batch", () => {
    expectTypeOf<PlatformCalls["jobs"]["submit"]>().toBeCallableWith({
      commands: [
        {
          command: "domain_create",
          payload: {
            name: "example.com",
            period: 1,
            renewal_mode: "renew",
            contacts: { registrant: "contact_01h2xcejqtf2nbrexx3vqjhp41" }
          }
        },
        {
          command: "domain_update_bulk",
          idempotency_key: "locks-7",
          payload: { template: { transfer_lock: true }, instances: [{ name: "example.com" }] }
        },
        { command: "dns_zone_create", payload: { name: "example.com" } }
      ]
    })
    type PayloadOf<C> = Extract<BatchCommandInput, { readonly command: C }>["payload"]
    expectTypeOf<PayloadOf<"contact_create">>().toEqualTypeOf<CreateContactInput>()
    expectTypeOf<{ readonly name: string }>().not.toExtend<PayloadOf<"contact_create">>()
    expectTypeOf<PayloadOf<"domain_create">["name"]>().toEqualTypeOf<string>()
    expectTypeOf<PlatformCalls["jobs"]["submit"]>().toBeCallableWith({
      // @ts-expect-error a zone needs a name
      commands: [{ command: "dns_zone_create", payload: { label: "example.com" } }]
    })
    // @ts-expect-error no command has this name
    expectTypeOf<PlatformCalls["jobs"]["submit"]>().toBeCallableWith({ commands: [{ command: "x", payload: {} }] })
  })

  it("know every error, by its code", () => {
    expectTypeOf<PlatformErrorOf<"ERROR_EVENT_NOT_FOUND">>().toEqualTypeOf<EventNotFound>()
    expectTypeOf<PlatformErrorOf<"ERROR_DOMAIN_NOT_FOUND">>().toEqualTypeOf<DomainNotFound>()
    expectTypeOf<InvalidInput>().toExtend<PlatformError>()
  })

  it("need somebody to call", () => {
    expectTypeOf<Platform["as"]>().toBeCallableWith("organization_01h2xcejqtf2nbrexx3vqjhp41", "admin")
    // @ts-expect-error an organization without a role is nobody
    expectTypeOf<Platform["as"]>().toBeCallableWith("organization_01h2xcejqtf2nbrexx3vqjhp41")
  })
})
