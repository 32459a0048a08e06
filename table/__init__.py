"""The table: brings questions to people and answers to rulebooks. The only room that knows both sides."""
