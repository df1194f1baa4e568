// SPDX-License-Identifier: Apache-2.0
/**
 * Finds a module's bytes: {@link dev.tiptoe.metadata.container.Container}, the kinds of file that
 * contain a module, and the metadata root with its streams.
 *
 * <p>Other packages read the streams. An example:
 *
 * <table>
 * <caption>Kinds of file, and how their modules are opened</caption>
 * <tr><th>file</th><th>class</th><th>opened by</th></tr>
 * <tr><td>PE32, PE32+, ReadyToRun, as stored or as copied out of a process</td>
 *   <td>{@link dev.tiptoe.metadata.container.PeFile}</td><td>{@code Image.open(path)}</td></tr>
 * <tr><td>the same, with a given layout instead of the recognised one</td>
 *   <td></td><td>{@code Image.of(PeFile.of(bytes, Layout.LOADED))}</td></tr>
 * <tr><td>Webcil, alone or in WebAssembly</td>
 *   <td>{@link dev.tiptoe.metadata.container.Webcil}</td><td>{@code Image.open(path)}</td></tr>
 * <tr><td>portable PDB, delta, any other metadata alone</td>
 *   <td>{@link dev.tiptoe.metadata.container.RawMetadata}</td><td>{@code Image.open(path)}</td></tr>
 * <tr><td>portable PDB inside a module</td>
 *   <td>{@link dev.tiptoe.metadata.container.DebugDirectory}</td>
 *   <td>{@code image.embeddedPdb()}</td></tr>
 * <tr><td>single-file bundle</td>
 *   <td>{@link dev.tiptoe.metadata.container.Bundle}</td>
 *   <td>{@code Image.of(Bundle.open(path).member("App.dll").orElseThrow().open())}</td></tr>
 * <tr><td>composite ReadyToRun image</td>
 *   <td>{@link dev.tiptoe.metadata.container.Composite}</td>
 *   <td>{@code Image.of(component)} for each of its {@code components()}</td></tr>
 * </table>
 *
 * <p>All of them can be made from a path, a {@code ByteBuffer} or a {@code byte[]} through {@link
 * dev.tiptoe.metadata.bytes.Bytes}. The metadata of a file is read into memory when an image is
 * created, and everything else on demand; {@code Image.of(Bytes.read(path))} reads all of it.
 */
@NullMarked
package dev.tiptoe.metadata.container;

import org.jspecify.annotations.NullMarked;
