/** Version of the script in its URL. Increase it with every change. */
export const passkeyScriptVersion = "1"

/**
 * Script of the pages that ask a browser for a passkey. It reads the options from the form, and submits the response of
 * the authenticator with it. It converts binary members itself, because older browsers lack the JSON forms.
 */
export const passkeyScript = `"use strict";
(() => {
  const form = document.querySelector("form[data-ceremony]");
  const problem = document.getElementById("passkey-problem");
  if (form === null || problem === null) return;
  const creates = form.dataset.ceremony === "create";

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const textOf = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const descriptors = (list = []) => list.map((one) => ({ ...one, id: bytesOf(one.id) }));

  const publicKeyOf = (options) => ({
    ...options,
    challenge: bytesOf(options.challenge),
    ...(creates
      ? { user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: descriptors(options.excludeCredentials) }
      : { allowCredentials: descriptors(options.allowCredentials) })
  });

  const responseOf = ({ id, rawId, response, type }) => ({
    id,
    rawId: textOf(rawId),
    type,
    response: creates
      ? {
        clientDataJSON: textOf(response.clientDataJSON),
        attestationObject: textOf(response.attestationObject),
        transports: response.getTransports ? response.getTransports() : []
      }
      : {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        userHandle: response.userHandle === null ? null : textOf(response.userHandle)
      }
  });

  let asking = false;
  const ask = async () => {
    if (asking) return;
    asking = true;
    problem.hidden = true;
    try {
      const publicKey = publicKeyOf(JSON.parse(form.dataset.options));
      const credential = await navigator.credentials[creates ? "create" : "get"]({ publicKey });
      form.elements.namedItem("credential").value = JSON.stringify(responseOf(credential));
      form.submit();
    } catch (error) {
      asking = false;
      problem.textContent = error.name === "InvalidStateError" ? problem.dataset.registered : problem.dataset.failed;
      problem.hidden = false;
    }
  };

  if (window.PublicKeyCredential === undefined) {
    problem.textContent = problem.dataset.unsupported;
    problem.hidden = false;
    return;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.reportValidity()) ask();
  });
  form.querySelector("button").hidden = false;
  if (!creates && problem.dataset.asks === "true") ask();
})();
`
