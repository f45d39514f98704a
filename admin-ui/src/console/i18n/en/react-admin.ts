import messages from "ra-language-english";

export { messages };
