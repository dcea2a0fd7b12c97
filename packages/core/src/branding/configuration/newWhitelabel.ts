import type { Instant, OrganizationId } from "../../shared/index.ts"
import { noOwnDomain, ownDomainOf } from "./ownDomainIssues.ts"
import type { CreateWhitelabel, SubscriptionId, WhitelabelId } from "./Whitelabel.ts"
import { begun, type StoredWhitelabel } from "./WhitelabelState.ts"

/** A configuration whose onboarding begins. */
export const newWhitelabel = (
  { base_zone, id, organization_id, subscription_id }: {
    readonly id: WhitelabelId
    readonly organization_id: OrganizationId
    readonly base_zone: string
    readonly subscription_id: SubscriptionId
  },
  input: CreateWhitelabel,
  now: Instant.Instant
): StoredWhitelabel =>
  begun({
    whitelabel_branding_id: id,
    organization_id,
    subscription_id,
    tier: input.tier,
    base_label: input.label,
    base_zone,
    label_changes: [],
    ...(input.tier === "plus" ? ownDomainOf(input) : noOwnDomain),
    enabled: true,
    onboarding_status: "provisioning",
    onboarding_step: null,
    failure_code: null,
    failure_detail: null,
    attempts: 0,
    retry_until: null,
    step_due_on: null,
    client_id: null,
    period: input.period,
    renewal_mode: "renew",
    expires_on: null,
    grace_period_ends_at: null,
    term_due_on: null,
    domain_check_due_on: null,
    open_charges: [],
    upgrade_request: null,
    terminated_on: null,
    created_on: now,
    updated_on: now
  }, now)
