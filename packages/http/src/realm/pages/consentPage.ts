import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import { scopeWords } from "../realmScopes.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { form, layout } from "./layout.ts"

/** Permissions of the program, one line for each scope with a text. */
export const scopeList = (scope: ReadonlyArray<string>): HtmlValue =>
  html`<ul>${scope.map(scopeWords).flatMap((words) => words === "" ? [] : html`<li>${words}</li>`)}</ul>`

export interface ConsentRequest {
  readonly action: string
  readonly token: string
  readonly clientName: string
  /** Destination of the browser after the decision. */
  readonly returnsTo: string
  readonly scope: ReadonlyArray<string>
  /** True if the program requests the REST interface and the organization does not allow it, so it is not granted. */
  readonly withoutRest: boolean
  readonly person: string
  readonly organization: string
  readonly signOut: HtmlValue
}

/** Page on which a person consents to a program. */
export const consentPage = (
  urls: RealmUrls,
  { action, clientName, organization, person, returnsTo, scope, signOut, token, withoutRest }: ConsentRequest
): string =>
  layout(urls, {
    title: `Connect ${clientName}?`,
    content: [
      html`<p>The program <strong>${clientName}</strong> asks to act for you in <strong>${organization}</strong>. It
chose its name itself. It would be able to:</p>`,
      scopeList(scope),
      withoutRest && html`<p>It also asks to use the REST interface. Your organization does not let programs do so, and
that is left out.</p>`,
      html`<dl><dt>You return to</dt><dd>${returnsTo}</dd></dl>`,
      html`<p class="quiet">Only connect programs that you have started yourself.</p>`,
      form({
        action,
        token,
        content: html`<p class="actions"><button name="decision" value="allow">Connect</button>
<button class="other" name="decision" value="deny">Do not connect</button></p>`
      })
    ],
    signedInAs: { name: person, signOut }
  })
