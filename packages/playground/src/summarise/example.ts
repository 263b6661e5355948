// Three short reviews of an invented product; a line of three hyphens separates documents.
export const EXAMPLE = `The battery of this little reader lasts for almost three weeks, even though I read every evening. The screen is sharp and easy to read in bright sunlight. Unfortunately, the buttons on the left side feel cheap.
---
I bought it for the battery life, and I was not disappointed. After two weeks of daily use, the battery was still half full. The screen is very sharp, but the light is a bit uneven at the bottom. My old reader was much heavier.
---
The screen is easy on the eyes, and the battery lasts for weeks. Turning pages is slow when the book has many pictures. The seller, who answered all my questions within a day, sent it quickly. In my opinion the cheap buttons are the only real weakness.
`
