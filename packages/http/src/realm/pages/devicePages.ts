import { html } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { scopeList } from "./consentPage.ts"
import { field, layout, problemNote } from "./layout.ts"

/** Form in which a person enters or confirms the code of a device. */
export interface CodeForm {
  readonly action: string
  readonly secret: string
  readonly code: string | undefined
  /** Reason why the last code was refused. */
  readonly problem?: "unknown" | "expired" | "used" | "aborted" | "missing" | undefined
}

const problems: Readonly<Record<NonNullable<CodeForm["problem"]>, string>> = {
  unknown: "The code is unknown. Check your device.",
  expired: "This code has expired. Request a new one on your device.",
  used: "This code was used before. Request a new one on your device.",
  aborted: "You have not connected the device.",
  missing: "Enter the code that your device shows."
}

/** Form with the provider's own secret instead of a form token. */
const deviceForm = ({ action, secret }: CodeForm, content: ReturnType<typeof html>) =>
  html`<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${secret}">${content}</form>`

export const codeEntryPage = (urls: RealmUrls) => (request: CodeForm): string =>
  layout(urls, {
    title: "Connect a device",
    content: [
      problemNote(request.problem && problems[request.problem]),
      deviceForm(
        request,
        html`${
          field({
            name: "user_code",
            label: "Code on your device",
            autocomplete: "off",
            value: request.code,
            hint: "Eight letters, like BCDF-GHJK",
            focused: true
          })
        }<p class="actions"><button>Continue</button></p>`
      )
    ]
  })

export const codeConfirmationPage =
  (urls: RealmUrls) => (request: CodeForm & { readonly clientName: string; readonly scope: string }): string =>
    layout(urls, {
      title: "Is this your device?",
      content: [
        html`<p>The program <strong>${request.clientName}</strong> shows this code:</p>
<p class="code">${request.code}</p><p>It asks to:</p>`,
        scopeList(request.scope.split(" ")),
        html`<p class="quiet">Go on only if you see this code on a device of yours, and started the program yourself. Nobody
has a reason to send you such a code.</p>`,
        deviceForm(
          request,
          html`<input type="hidden" name="user_code" value="${request.code}">
<p class="actions"><button name="confirm" value="yes">Yes, it is mine</button>
<button class="other" name="abort" value="yes">No</button></p>`
        )
      ]
    })

export const connectedPage = (urls: RealmUrls) => (clientName: string): string =>
  layout(urls, {
    title: "Connected",
    content:
      html`<p role="status"><strong>${clientName}</strong> is connected. Return to your device; you can close this
page.</p><p><a href="${urls.path}/account">Programs that you have connected</a></p>`
  })
