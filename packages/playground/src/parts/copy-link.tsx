// A button that copies a link to the current page.
import { useState } from 'preact/hooks'

export function CopyLink() {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard
      .writeText(location.href)
      .then(() => setSaid('The link is copied.'))
      .catch(() =>
        setSaid('The browser does not allow copying here. Use the address of this page: it is the link.'),
      )
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status" class="said">
        {said}
      </span>
    </>
  )
}
