import type { Approval } from "@namewright/core/approvals"
import { Instant, Money } from "@namewright/core/shared"
import { riskWords } from "../../mcp/Safety.ts"
import type { RealmPlaces } from "../RealmPlaces.ts"
import { html, type HtmlValue } from "./Html.ts"
import { doneNote, form, layout, problemNote } from "./layout.ts"

export interface ApprovalView {
  readonly approval: Approval
  readonly clientName: string
  /** Who works through the program. */
  readonly asker: string
  readonly person: string
  readonly token: string
  readonly signOut: HtmlValue
  readonly problem?: string | undefined
}

const asText = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value) ?? ""

const changeTable = ({ changes }: Approval): HtmlValue =>
  changes.length > 0 && html`<h2>What changes</h2>
<table><thead><tr><th scope="col">Member</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead>
<tbody>${
    changes.map(({ after, before, field }) =>
      html`<tr><th scope="row">${field}</th><td>${asText(before)}</td><td>${asText(after)}</td></tr>`
    )
  }</tbody></table>`

const standing = ({ decision, state }: Approval): string | undefined => {
  if (state === "consumed") return "The call was made. Nothing can be decided any more."
  if (state === "expired") return "The question has expired; nothing was done. The program can ask again."
  if (decision === "approved") return "It is approved. The program can make the call now, once."
  return decision === "declined" ? "It is declined. You can still change your mind." : undefined
}

const decisionForm = (places: RealmPlaces, { approval, token }: ApprovalView): HtmlValue =>
  approval.state === "challenged" && form({
    action: `${places.path}/approvals/${approval.approval_id}`,
    token,
    content: html`<p class="field"><label for="note">Note (kept with your decision)</label>
<textarea id="note" name="note" rows="2" maxlength="1000"></textarea></p>
<p class="actions"><button name="decision" value="approve">Approve</button>
<button class="other" name="decision" value="decline">Decline</button></p>`
  })

/** What a program wants to do, for the person who decides. */
export const approvalPage = (places: RealmPlaces, view: ApprovalView): string => {
  const { approval, asker, clientName, person, problem, signOut } = view
  const cost = approval.cost === null ? "nothing" : `${Money.toDecimal(approval.cost.amount)} ${approval.cost.currency}`
  return layout(places, {
    title: approval.state === "challenged" ? "Approve this?" : "An approval",
    content: [
      problemNote(problem),
      doneNote(standing(approval)),
      html`<p class="message">${approval.message}</p>`,
      html`<dl><dt>Operation</dt><dd>${approval.operation_id}</dd>
<dt>Risk</dt><dd>${riskWords(approval.safety)}</dd>
<dt>Cost</dt><dd>${cost}</dd>
<dt>Asked by</dt><dd>${clientName}, for ${asker}</dd>
<dt>Until</dt><dd>${Instant.format(approval.expires_on).replace("T", " ").replace("Z", " UTC")}</dd></dl>`,
      approval.summary.length > 0 && html`<ul>${approval.summary.map((line) => html`<li>${line}</li>`)}</ul>`,
      changeTable(approval),
      decisionForm(places, view)
    ],
    signedInAs: { name: person, signOut }
  })
}
