const xmlns = "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
const svg = (content: string, attributes = "") => `<svg ${xmlns} width="10" height="10" ${attributes}>${content}</svg>`

/** Sets the title of its page, which shows that a script has run. */
const script = "document.title='ran'"

/** Address of requests that a file must not send; tests replace the host. */
export const requested = "http://hostile.invalid"

const events = [
  "onload",
  "onclick",
  "onerror",
  "onfocus",
  "onmouseover",
  "onbegin",
  "onend",
  "onrepeat",
  "onunload",
  "onabort",
  "onresize",
  "onscroll",
  "onzoom",
  "onactivate",
  "onanimationstart",
  "ontransitionend",
  "onpointerenter",
  "ONLOAD"
]

const scripts = {
  "a script": svg(`<script>${script}</script>`),
  "a script with a type": svg(`<script type="text/ecmascript">${script}</script>`),
  "a module": svg(`<script type="module">${script}</script>`),
  "a script in CDATA": svg(`<script><![CDATA[${script}]]></script>`),
  "a script of another file": svg(`<script href="${requested}/a.js"/>`),
  "a script of another file by XLink": svg(`<script xlink:href="${requested}/a.js"/>`),
  "a script of data": svg(`<script href="data:text/javascript,${script}"/>`),
  "a script with a prefix": `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${script}</s:script></s:svg>`,
  "a script of XHTML": svg(`<script xmlns="http://www.w3.org/1999/xhtml">${script}</script>`),
  "a script of XHTML with a prefix": svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">${script}</h:script>`),
  "a script in a group": svg(`<g><defs><script>${script}</script></defs></g>`),
  "a script in a title": svg(`<title><script>${script}</script></title>`),
  "a script in a description": svg(`<desc><script>${script}</script></desc>`),
  "a script in a text": svg(`<text>a<script>${script}</script>b</text>`),
  "a script in metadata": svg(`<metadata><script>${script}</script></metadata>`),
  "a script in a switch": svg(`<switch><script>${script}</script></switch>`),
  "a script in an unknown element": svg(`<unknown><script>${script}</script></unknown>`),
  "a script in another namespace": svg(`<x:a xmlns:x="urn:x"><script>${script}</script></x:a>`),
  "a handler": svg(`<handler type="text/javascript">${script}</handler>`),
  "a listener": svg(`<listener event="load" handler="#a"/>`),
  "escaped markup in a text": svg(`<text>&lt;script&gt;${script}&lt;/script&gt;</text>`),
  "escaped markup in an attribute": svg(`<path id="a" d="&quot;&gt;&lt;script&gt;${script}&lt;/script&gt;"/>`),
  "markup in CDATA": svg(`<text><![CDATA[</text><script>${script}</script>]]></text>`),
  "markup in a comment": svg(`<!-- --><script>${script}</script><!-- -->`)
}

const links = {
  "a link to a script": svg(`<a href="javascript:${script}"><rect width="10" height="10"/></a>`),
  "a link to a script by XLink": svg(`<a xlink:href="javascript:${script}"><text>x</text></a>`),
  "a link with a line break": svg(`<a href="java&#10;script:${script}"><text>x</text></a>`),
  "a link with a space before": svg(`<a href=" javascript:${script}"><text>x</text></a>`),
  "a link in capitals": svg(`<a href="JaVaScRiPt:${script}"><text>x</text></a>`),
  "a link to data": svg(`<a href="data:text/html,&lt;script&gt;${script}&lt;/script&gt;"><text>x</text></a>`),
  "a link that opens elsewhere": svg(`<a href="${requested}/a" target="_top"><text>x</text></a>`),
  "a link with a ping": svg(`<a href="#a" ping="${requested}/ping"><text>x</text></a>`),
  "a use of another file": svg(`<use href="${requested}/a.svg#a"/>`),
  "a use of another file by XLink": svg(`<use xlink:href="${requested}/a.svg#a"/>`),
  "a use of data": svg(`<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>`),
  "a use of a script": svg(`<use href="javascript:${script}"/>`),
  "an image": svg(`<image href="${requested}/a.png" width="10" height="10"/>`),
  "an image by XLink": svg(`<image xlink:href="${requested}/a.png" width="10" height="10"/>`),
  "an image of SVG with a script": svg(`<image href="data:image/svg+xml,&lt;svg onload='${script}'/&gt;"/>`),
  "an image of a filter": svg(`<filter id="f"><feImage href="${requested}/a.png"/></filter><rect filter="url(#f)"/>`),
  "a gradient of another file": svg(`<linearGradient id="a" href="${requested}/a.svg#b"/><rect fill="url(#a)"/>`),
  "a pattern of another file": svg(`<pattern id="a" xlink:href="${requested}/a.svg#b"/><rect fill="url(#a)"/>`),
  "a text on a path of another file": svg(`<text><textPath href="${requested}/a.svg#b">x</textPath></text>`),
  "a path of another file": svg(`<mpath href="${requested}/a.svg#b"/>`),
  "a base of another host": svg(`<use href="#a"/>`, `xml:base="${requested}/"`),
  "a cursor": svg(`<cursor href="${requested}/a.cur"/>`),
  "a color profile": svg(`<color-profile href="${requested}/a.icc" name="a"/>`),
  "a font of another file": svg(
    `<font-face><font-face-src><font-face-uri href="${requested}/a.woff"/></font-face-src></font-face>`
  ),
  "a tref": svg(`<text><tref xlink:href="${requested}/a.svg#b"/></text>`),
  "an animated link": svg(`<a><animate attributeName="href" values="javascript:${script}"/><text>x</text></a>`),
  "a link that is set": svg(`<a><set attributeName="href" to="javascript:${script}"/><text>x</text></a>`),
  "an animation that begins a script": svg(
    `<rect><animate attributeName="x" begin="0s" dur="1s" onbegin="${script}"/></rect>`
  ),
  "an animated use": svg(`<use href="#a"><set attributeName="href" to="${requested}/a.svg#a"/></use>`),
  "a discarded element": svg(`<discard href="#a" onbegin="${script}"/>`)
}

const foreign = {
  "a frame": svg(`<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${requested}/a"/></foreignObject>`),
  "a frame with a document": svg(
    `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;top.${script}&lt;/script&gt;"/></foreignObject>`
  ),
  "a form": svg(
    `<foreignObject><form xmlns="http://www.w3.org/1999/xhtml" action="${requested}/a"><button/></form></foreignObject>`
  ),
  "a page": svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${script}"/></foreignObject>`),
  "an image of XHTML": svg(
    `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="${requested}/a.png"/></foreignObject>`
  ),
  "an image without foreignObject": svg(
    `<img xmlns="http://www.w3.org/1999/xhtml" src="${requested}/a.png" onerror="${script}"/>`
  ),
  "an object": svg(`<object xmlns="http://www.w3.org/1999/xhtml" data="${requested}/a.swf"/>`),
  "an embedded file": svg(`<embed xmlns="http://www.w3.org/1999/xhtml" src="${requested}/a.swf"/>`),
  "a link element": svg(`<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${requested}/a.css"/>`),
  "a preloaded file": svg(
    `<link xmlns="http://www.w3.org/1999/xhtml" rel="preload" as="image" href="${requested}/a.png"/>`
  ),
  "a page that moves on": svg(
    `<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=${requested}/a"/>`
  ),
  "a base element": svg(`<base xmlns="http://www.w3.org/1999/xhtml" href="${requested}/"/>`),
  "a video": svg(`<video xmlns="http://www.w3.org/1999/xhtml" src="${requested}/a.mp4" autoplay=""/>`),
  "an audio of SVG": svg(`<audio href="${requested}/a.mp3" src="${requested}/a.mp3"/>`),
  "a frame of SVG": svg(`<iframe src="${requested}/a"/>`),
  "a formula": svg(`<math xmlns="http://www.w3.org/1998/Math/MathML"><a href="javascript:${script}">x</a></math>`)
}

const styles = {
  "an imported style sheet": svg(`<style>@import url(${requested}/a.css);</style>`),
  "an imported style sheet as text": svg(`<style>@import "${requested}/a.css";</style>`),
  "a font face": svg(
    `<style>@font-face{font-family:a;src:url(${requested}/a.woff)}</style><text font-family="a">x</text>`
  ),
  "a background of the root": svg(`<style>svg{background:url(${requested}/a.png)}</style>`),
  "a background of a class": svg(`<style>.a{background:url(${requested}/a.png)}</style><rect class="a"/>`),
  "a fill of a class": svg(`<style>.a{fill:url(${requested}/a.svg#b)}</style><rect class="a"/>`),
  "a filter of a class": svg(
    `<style>.a{filter:url(${requested}/a.svg#b)}</style><rect width="9" height="9" class="a"/>`
  ),
  "an image set of a class": svg(
    `<style>.a{mask:image-set("${requested}/a.png" 1x)}</style><rect width="9" height="9" class="a"/>`
  ),
  "an image set without values": svg(`<style>.a{mask:image-set}</style><rect width="9" height="9" class="a"/>`),
  "a length that is an address": svg(`<rect width="9" height="data:text/javascript,1"/>`),
  "an escaped function": svg(`<style>.a{fill:\\75rl(${requested}/a.svg#b)}</style><rect class="a"/>`),
  "a selector of attributes": svg(`<style>rect[id^=a]{fill:url(${requested}/a)}</style><rect id="a"/>`),
  "a media query": svg(`<style>@media all{.a{fill:url(${requested}/a.svg#b)}}</style><rect class="a"/>`),
  "a style sheet in CDATA": svg(`<style><![CDATA[.a{mask:url(${requested}/a.svg#b)}]]></style><rect class="a"/>`),
  "a style sheet that ends early": svg(`<style>.a{}&lt;/style&gt;&lt;script&gt;${script}&lt;/script&gt;</style>`),
  "a style attribute": svg(`<rect width="9" height="9" style="mask:url(${requested}/a.svg#b)"/>`),
  "a style with an image": svg("<rect/>", `style="background-image:url(${requested}/a.png)"`),
  "a style with a cursor": svg("<rect/>", `style="cursor:url(${requested}/a.cur),auto"`),
  "a style with quotes": svg(`<rect width="9" height="9" style="filter:url('${requested}/a.svg#b')"/>`),
  "a style with a comment": svg(`<rect width="9" height="9" style="filter:u/**/rl(${requested}/a.svg#b)"/>`),
  "an old expression": svg(`<rect style="width:expression(${script})"/>`),
  "an old binding": svg(`<rect style="-moz-binding:url(${requested}/a.xml#b)"/>`),
  "a fill of another file": svg(`<rect width="9" height="9" fill="url(${requested}/a.svg#b)"/>`),
  "a fill of another file and of this one": svg(
    `<rect width="9" height="9" fill="url(#a) url(${requested}/a.svg#b)"/>`
  ),
  "a filter of another file": svg(`<rect width="9" height="9" filter="url(${requested}/a.svg#b)"/>`),
  "a mask of another host": svg(`<rect width="9" height="9" mask="url(//hostile.invalid/a.svg#b)"/>`),
  "a clip path with spaces": svg(`<rect width="9" height="9" clip-path="url(  '${requested}/a.svg#b'  )"/>`),
  "a marker of another file": svg(`<path d="M0 0L9 9" marker-end="URL(${requested}/a.svg#b)"/>`),
  "an escaped attribute": svg(`<rect width="9" height="9" mask="\\000075rl(${requested}/a.svg#b)"/>`),
  "a font source": svg(`<text font-family="a" src="url(${requested}/a.woff)">x</text>`)
}

const documents = {
  "a style sheet of the document": `<?xml-stylesheet href="${requested}/a.css"?>${svg("")}`,
  "a transformation of the document": `<?xml-stylesheet type="text/xsl" href="${requested}/a.xsl"?>${svg("")}`,
  "a document type": `<!DOCTYPE svg SYSTEM "${requested}/a.dtd">${svg("")}`,
  "an entity of a file": `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("<text>&a;</text>")}`,
  "an entity of a host": `<!DOCTYPE svg [<!ENTITY % a SYSTEM "${requested}/a.dtd"> %a;]>${svg("")}`,
  "entities that multiply": `<!DOCTYPE svg [<!ENTITY a "xxxx"><!ENTITY b "&a;&a;&a;">]>${svg("<text>&b;</text>")}`,
  "an attribute of a document type": `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${script}">]>${svg("")}`,
  "an entity without a document type": svg("<text>&nbsp;</text>"),
  "another root": `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
  "a root without a namespace": `<svg onload="${script}"><script>${script}</script></svg>`,
  "two roots": `${svg("")}${svg(`<script>${script}</script>`)}`,
  "an open element": `<svg ${xmlns}><script>${script}`,
  "another encoding": `<?xml version="1.0" encoding="UTF-7"?>${svg(`+ADw-script+AD4-${script}+ADw-/script+AD4-`)}`,
  "elements in each other": `<svg ${xmlns}>${"<g>".repeat(200)}${"</g>".repeat(200)}</svg>`,
  "copies of copies": svg(
    `<g id="a0"><rect/></g>${
      Array.from({ length: 30 }, (_, index) =>
        `<g id="a${index + 1}"><use href="#a${index}"/><use href="#a${index}"/></g>`).join("")
    }<use href="#a30"/>`
  ),
  "an element that contains itself": svg("<g id=\"a\"><use href=\"#a\"/></g>"),
  "patterns in patterns": svg(
    "<pattern id=\"a\"><rect fill=\"url(#b)\"/></pattern><pattern id=\"b\"><rect fill=\"url(#a)\"/></pattern>"
  )
}

/** Files of SVG that run a script, send a request or exhaust their reader, each with its name. */
export const hostileSvgs: ReadonlyArray<readonly [name: string, file: string]> = [
  ...Object.entries({ ...scripts, ...links, ...foreign, ...styles, ...documents }),
  ...events.map((name) =>
    [`the event ${name}`, svg("<rect width=\"10\" height=\"10\"/>", `${name}="${script}"`)] as const
  )
]
