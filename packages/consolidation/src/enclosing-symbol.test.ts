import { expect, it } from 'vitest';
import { enclosingSymbol } from './enclosing-symbol.ts';

it('names classes and methods around a line', () => {
  const lines = [
    'export class Store {',
    '  async save(path: string): Promise<void> {',
    '    write();',
  ];
  expect(enclosingSymbol(lines, 2)).toBe('Store.save');
});

it('reads Python, Go, Rust and Ruby by the same indentation', () => {
  expect(enclosingSymbol(['class A:', '    def run(self):', '        go()'], 2)).toBe('A.run');
  expect(enclosingSymbol(['func (s *Server) Start() {', '\tlisten()'], 1)).toBe('Start');
  expect(enclosingSymbol(['impl Parser {', '    pub fn next(&self) {', '        a'], 2)).toBe(
    'Parser.next',
  );
  expect(enclosingSymbol(['module M', '  def run', '    go', '  end'], 2)).toBe('M.run');
});

it('names test cases by their title', () => {
  expect(enclosingSymbol(["describe('a', () => {", "  it('b', () => {", '    c();'], 2)).toBe(
    'a.b',
  );
});

it('takes no keyword for a method and is not misled by comments', () => {
  const lines = ['function f() {', '// aside', '  if (a) {', '    go();'];
  expect(enclosingSymbol(lines, 3)).toBe('f');
});

it('names nothing at the top of a file or beyond its end', () => {
  expect(enclosingSymbol(['import a;', 'go();'], 1)).toBeNull();
  expect(enclosingSymbol([], 4)).toBeNull();
});
