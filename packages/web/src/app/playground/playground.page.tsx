export const PlaygroundPage = () => <p>…</p>
